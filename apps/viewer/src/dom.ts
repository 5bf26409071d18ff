// SPDX-License-Identifier: MIT

type Child = Node | string | null;

/** An element with attributes and children; attributes beginning with "on" are listeners. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") out.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") out.toggleAttribute(key, value);
    else out.setAttribute(key, value);
  }
  for (const child of children) if (child !== null) out.append(child);
  return out;
}

export function save(name: string, data: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([data], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10000);
}

let unique = 0;
export const id = (): string => `e${String(++unique)}`;
