// SPDX-License-Identifier: MIT
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { el } from "./dom";
import type { Signals } from "./protocol";

const LENGTH = 600;
const STAGES = ["changes", "forces", "elasticity", "contact", "volume", "flux", "matter", "accept"];
const INKS = ["#8e68b0", "#5c76c4", "#348aa7", "#e26448", "#629c5c", "#b0be50", "#f0b23e", "#c49262"];

interface Series {
  label: string;
  unit: string;
  stroke: string;
  read: (s: Signals) => number;
}
interface Plot {
  title: string;
  about: string;
  series: Series[];
  stacked: boolean;
}

const sum = (s: Signals, of: (b: Signals["bodies"][number]) => number): number =>
  s.bodies.reduce((a, b) => a + of(b), 0);
const worst = (s: Signals, of: (b: Signals["bodies"][number]) => number): number =>
  s.bodies.reduce((a, b) => Math.max(a, Math.abs(of(b))), 0);

const momentum = (s: Signals): number => Math.hypot(...[0, 1, 2].map((c) => sum(s, (b) => b.momentum[c] ?? 0)));

const PLOTS: Plot[] = [
  {
    title: "Energy",
    about: "joules, all bodies",
    stacked: false,
    series: [
      { label: "kinetic", unit: "J", stroke: "#e26448", read: (s) => sum(s, (b) => b.kinetic) },
      { label: "elastic", unit: "J", stroke: "#348aa7", read: (s) => sum(s, (b) => b.elastic) },
      { label: "height", unit: "J", stroke: "#8e68b0", read: (s) => sum(s, (b) => b.gravity) },
    ],
  },
  {
    title: "Volume error",
    about: "per cent, of the worst body",
    stacked: false,
    series: [{ label: "volume", unit: "%", stroke: "#629c5c", read: (s) => 100 * worst(s, (b) => b.error) }],
  },
  {
    title: "Penetration",
    about: "millimetres, the deepest contact",
    stacked: false,
    series: [{ label: "depth", unit: "mm", stroke: "#e26448", read: (s) => 1000 * worst(s, (b) => b.depth) }],
  },
  {
    title: "Momentum",
    about: "kilogram metres per second, of all bodies together",
    stacked: false,
    series: [{ label: "momentum", unit: "kg m/s", stroke: "#5c76c4", read: momentum }],
  },
  {
    title: "Work of contact",
    about: "millions of changes of particles' velocities per step",
    stacked: false,
    series: [{ label: "work", unit: "10⁶", stroke: "#e26448", read: (s) => s.contactWork / 1e6 }],
  },
  {
    title: "Time per step",
    about: "milliseconds by stage, one on the other",
    stacked: true,
    series: STAGES.map((label, i) => ({
      label,
      unit: "ms",
      stroke: INKS[i] ?? "#888",
      read: (s) => 1000 * (s.stages[i] ?? 0),
    })),
  },
];

const CUT_SHORT =
  "Contact was cut short near this time, or a step would have taken too long: bodies may be in each other. " +
  "Look for what is too fast, too thin or too much pressed, or take a smaller step.";

export class Plots {
  private readonly cutShort = el("p", { class: "alert", role: "alert", hidden: true }, CUT_SHORT);
  readonly root = el("div", { class: "plots" }, this.cutShort);
  private times: number[] = [];
  private values: number[][][] = PLOTS.map((p) => p.series.map(() => []));
  private charts: uPlot[] = [];
  private last = 0;

  clear(): void {
    this.cutShort.hidden = true;
    this.times = [];
    this.values = PLOTS.map((p) => p.series.map(() => []));
  }

  add(time: number, s: Signals): void {
    if (this.times.length > 0 && time <= (this.times[this.times.length - 1] ?? 0)) {
      if (time < (this.times[this.times.length - 1] ?? 0)) this.clear();
      else return;
    }
    this.times.push(time);
    if (s.contactCutShort > 0) this.cutShort.hidden = false;
    PLOTS.forEach((p, i) => {
      p.series.forEach((of, k) => this.values[i]?.[k]?.push(of.read(s)));
    });
    if (this.times.length > LENGTH) {
      this.times.shift();
      for (const plot of this.values) for (const series of plot) series.shift();
    }
    const now = performance.now();
    if (now - this.last > 200 && !this.root.hidden) {
      this.last = now;
      this.draw();
    }
  }

  private data(i: number): uPlot.AlignedData {
    const values = this.values[i] ?? [];
    if (!PLOTS[i]?.stacked) return [this.times, ...values];
    const run = new Array<number>(this.times.length).fill(0);
    const stacked = values.map((series) => series.map((v, t) => (run[t] = (run[t] ?? 0) + v)));
    return [this.times, ...stacked.reverse()]; // the highest first, so that lower ones are drawn over it
  }

  draw(): void {
    if (this.charts.length === 0) this.build();
    const width = Math.max(200, this.root.clientWidth - 8);
    this.charts.forEach((chart, i) => {
      if (chart.width !== width) chart.setSize({ width, height: 130 });
      chart.setData(this.data(i));
    });
  }

  private build(): void {
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--quiet").trim() || "#777";
    const axis = { stroke: ink, grid: { stroke: "rgba(128,128,128,.2)" }, ticks: { show: false }, size: 46 };
    for (const plot of PLOTS) {
      const series = plot.series.map((s) => ({
        label: s.label,
        stroke: s.stroke,
        width: 1.5,
        points: { show: false },
        ...(plot.stacked ? { fill: s.stroke } : {}),
      }));
      if (plot.stacked) series.reverse();
      const box = el("div", {});
      this.root.append(el("h3", {}, plot.title, el("small", {}, ` ${plot.about}`)), box);
      const keys = el(
        "p",
        { class: "keys" },
        ...plot.series.map((s) => el("span", {}, el("i", { style: `background:${s.stroke}` }), s.label)),
      );
      if (plot.series.length > 1) this.root.append(keys);
      this.charts.push(
        new uPlot(
          {
            width: 300,
            height: 130,
            legend: { show: false },
            cursor: { show: false },
            scales: { x: { time: false } },
            axes: [{ ...axis, size: 24 }, axis],
            series: [{}, ...series],
          },
          [[], ...plot.series.map(() => [])],
          box,
        ),
      );
    }
  }
}
