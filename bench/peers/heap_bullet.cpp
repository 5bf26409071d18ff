/* SPDX-License-Identifier: MIT
   Bullet's soft bodies in a bowl: pose matching, volume conservation, vertices against faces of other soft bodies. */
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "clock.h"
#include "heap.h"

namespace heap
{

namespace
{

btVector3 vector(const double v[3])
{
  return {static_cast<btScalar>(v[0]), static_cast<btScalar>(v[1]), static_cast<btScalar>(v[2])};
}

/* Bullet's objects refer to each other: made from top to bottom, ended from bottom to top. */
class World
{
public:
  World(const Scene &scene_, int iterations) : scene(scene_)
  {
    world.setGravity(btVector3(0, -9.81F, 0));
    world.getWorldInfo().m_gravity = world.getGravity();
    world.getWorldInfo().m_sparsesdf.Initialize();
    for (const Plane &plane : scene.planes) add_plane(plane);
    for (const auto &center : scene.centers) add_ball(center, iterations);
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;
  ~World()
  {
    for (auto &ball : balls) world.removeSoftBody(ball.get());
    for (auto &side : sides) world.removeRigidBody(side.get());
  }

  void step() { world.stepSimulation(static_cast<btScalar>(scene.step), 1, static_cast<btScalar>(scene.step)); }
  std::vector<double> positions() const
  {
    std::vector<double> out;
    for (const auto &ball : balls)
      for (int i = 0; i < ball->m_nodes.size(); i++)
        for (int c = 0; c < 3; c++) out.push_back(static_cast<double>(ball->m_nodes[i].m_x[c]));
    return out;
  }

private:
  /* A thick box below the plane: of planes Bullet makes thin triangles that bodies are pressed through. */
  void add_plane(const Plane &plane)
  {
    const btScalar wide = 6, thick = 1;
    btVector3 normal = vector(plane.normal);
    btTransform place(shortestArcQuatNormalize2(up, normal), vector(plane.point) - thick * normal);
    shapes.push_back(std::make_unique<btBoxShape>(btVector3(wide, thick, wide)));
    sides.push_back(
        std::make_unique<btRigidBody>(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, shapes.back().get())));
    sides.back()->setWorldTransform(place);
    sides.back()->setFriction(static_cast<btScalar>(scene.friction));
    world.addRigidBody(sides.back().get());
  }
  void add_ball(const std::array<double, 3> &center, int iterations)
  {
    const pl_mesh_data &mesh = scene.ball;
    std::vector<btScalar> vertices(3 * mesh.vertex_count);
    for (size_t i = 0; i < vertices.size(); i++) vertices[i] = static_cast<btScalar>(mesh.positions[i] + center[i % 3]);
    std::vector<int> triangles(mesh.triangles, mesh.triangles + 3 * mesh.triangle_count);
    balls.emplace_back(btSoftBodyHelpers::CreateFromTriMesh(world.getWorldInfo(), vertices.data(), triangles.data(),
                                                            static_cast<int>(mesh.triangle_count), false));
    btSoftBody &ball = *balls.back();
    double volume = depth_volume(&mesh, mesh.positions);
    ball.setTotalMass(static_cast<btScalar>(scene.density * volume), true);
    ball.m_cfg.kMT = 0.5; /* pose matching */
    ball.m_cfg.kVC = 20;  /* volume conservation */
    ball.m_cfg.kDP =
        static_cast<btScalar>(1 - std::exp(-scene.drag * scene.step)); /* the part of a velocity that fades in a step */
    ball.m_cfg.kDF = static_cast<btScalar>(scene.friction);
    ball.m_cfg.piterations = iterations;
    ball.m_cfg.collisions = btSoftBody::fCollision::SDF_RS + btSoftBody::fCollision::VF_SS;
    ball.getCollisionShape()->setMargin(static_cast<btScalar>(0.01 * scene.diameter));
    ball.setPose(true, true);
    world.addSoftBody(&ball);
  }

  const Scene &scene;
  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btVector3 up{0, 1, 0};
  std::vector<std::unique_ptr<btBoxShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> sides;
  std::vector<std::unique_ptr<btSoftBody>> balls;
};

} // namespace

bool run_bullet(const Scene &scene, int iterations, Result &result)
{
  World world(scene, iterations);
  Judge judge(scene, result);
  for (bool more = true; more;) {
    double start = bench_clock(true);
    world.step();
    double milliseconds = 1e3 * (bench_clock(true) - start);
    more = judge.step(milliseconds, world.positions());
  }
  return true;
}

} // namespace heap
