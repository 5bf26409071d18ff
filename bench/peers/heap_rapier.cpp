/* SPDX-License-Identifier: MIT
   Rapier runs in node (WebAssembly, as its JavaScript users have it): the scene goes there as a file, then the two talk
   over pipes. */
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "heap.h"

namespace heap
{

namespace
{

void print_numbers(std::FILE *file, const char *name, const double *values, size_t count)
{
  std::fprintf(file, "\"%s\": [", name);
  for (size_t i = 0; i < count; i++) std::fprintf(file, "%s%.9g", i ? ", " : "", values[i]);
  std::fprintf(file, "]");
}

bool write_scene(const Scene &scene, const std::string &path)
{
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file) return false;
  const pl_mesh_data &ball = scene.ball;
  double mass = scene.density * depth_volume(&ball, ball.positions);
  std::fprintf(file, "{\"step\": %.9g, \"friction\": %.9g, \"drag\": %.9g, \"mass\": %.9g, \"planes\": [", scene.step,
               scene.friction, scene.drag, mass);
  for (size_t k = 0; k < scene.planes.size(); k++) {
    std::fprintf(file, "%s{", k ? ", " : "");
    print_numbers(file, "point", scene.planes[k].point, 3);
    std::fprintf(file, ", ");
    print_numbers(file, "normal", scene.planes[k].normal, 3);
    std::fprintf(file, "}");
  }
  std::fprintf(file, "], \"centers\": [");
  for (size_t k = 0; k < scene.centers.size(); k++)
    std::fprintf(file, "%s[%.9g, %.9g, %.9g]", k ? ", " : "", scene.centers[k][0], scene.centers[k][1],
                 scene.centers[k][2]);
  std::fprintf(file, "], ");
  print_numbers(file, "positions", ball.positions, 3 * ball.vertex_count);
  std::fprintf(file, ", \"triangles\": [");
  for (size_t i = 0; i < 3 * ball.triangle_count; i++) std::fprintf(file, "%s%u", i ? ", " : "", ball.triangles[i]);
  std::fprintf(file, "]}\n");
  return std::fclose(file) == 0;
}

/* node with a pipe to it and one from it. */
class Node
{
public:
  Node(const std::string &script, const std::string &modules, const std::string &scene)
  {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) return;
    child = fork();
    if (child == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      close(in[1]);
      close(out[0]);
      execlp("node", "node", script.c_str(), modules.c_str(), scene.c_str(), static_cast<char *>(nullptr));
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    from = fdopen(out[0], "rb");
    to = in[1];
  }
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;
  ~Node()
  {
    if (to >= 0) close(to);
    if (from) std::fclose(from);
    if (child > 0) waitpid(child, nullptr, 0);
  }
  bool say(char word) const { return to >= 0 && write(to, &word, 1) == 1; }
  template <class Number> bool hear(std::vector<Number> &numbers) const
  {
    return from && std::fread(numbers.data(), sizeof(Number), numbers.size(), from) == numbers.size();
  }

private:
  pid_t child = -1;
  int to = -1;
  std::FILE *from = nullptr;
};

} // namespace

bool run_rapier(const Scene &scene, const std::string &folder, const std::string &script, Result &result)
{
  std::string file = folder + "/heap.json";
  if (!write_scene(scene, file)) {
    std::fprintf(stderr, "bench_peers_heap: cannot write %s\n", file.c_str());
    return false;
  }
  std::signal(SIGPIPE, SIG_IGN);
  Node node(script, folder + "/node_modules", file);
  Judge judge(scene, result);
  std::vector<double> milliseconds(1);
  std::vector<float> floats(3 * scene.ball.vertex_count * scene.centers.size());
  for (bool more = true; more;) {
    if (!node.hear(milliseconds) || !node.hear(floats)) return false;
    more = judge.step(milliseconds[0], std::vector<double>(floats.begin(), floats.end()));
    if (!node.say(more ? 'n' : 'e')) return false;
  }
  return true;
}

} // namespace heap
