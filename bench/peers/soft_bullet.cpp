/* SPDX-License-Identifier: MIT
   Bullet's soft bodies: pose matching and volume conservation, one iteration of each kind, the least it can do. */
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "clock.h"
#include "soft.h"

namespace soft
{

namespace
{

/* Bullet's objects refer to each other: made from top to bottom, ended from bottom to top. */
struct World {
  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btStaticPlaneShape floor_shape{btVector3(0, 1, 0), 0};
  btRigidBody floor{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &floor_shape)};

  World()
  {
    world.setGravity(btVector3(0, -9.81F, 0));
    world.getWorldInfo().m_gravity = world.getGravity();
    world.getWorldInfo().m_sparsesdf.Initialize();
    world.addRigidBody(&floor);
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;
  ~World() { world.removeRigidBody(&floor); }
};

btSoftBody *make_body(World &world, const Drop &drop)
{
  std::vector<btScalar> vertices(drop.mesh.positions, drop.mesh.positions + 3 * drop.mesh.vertex_count);
  std::vector<int> triangles(drop.mesh.triangles, drop.mesh.triangles + 3 * drop.mesh.triangle_count);
  btSoftBody *body = btSoftBodyHelpers::CreateFromTriMesh(world.world.getWorldInfo(), vertices.data(), triangles.data(),
                                                          static_cast<int>(drop.mesh.triangle_count), false);
  body->setTotalMass(static_cast<btScalar>(drop.density * volume(drop.mesh, drop.mesh.positions)), true);
  body->m_cfg.kMT = 0.5;                                   /* pose matching */
  body->m_cfg.kVC = 20;                                    /* volume conservation */
  body->m_cfg.piterations = 1;                             /* positions */
  body->m_cfg.collisions = btSoftBody::fCollision::SDF_RS; /* vertices against the floor */
  body->setPose(true, true);
  world.world.addSoftBody(body);
  return body;
}

} // namespace

bool run_bullet(const Drop &drop, Result &result)
{
  World world;
  btSoftBody *body = make_body(world, drop);
  double rest = volume(drop.mesh, drop.mesh.positions);
  std::vector<double> positions(3 * drop.mesh.vertex_count);
  for (int step = 0; step < drop.steps; step++) {
    double start = bench_clock(true);
    world.world.stepSimulation(static_cast<btScalar>(drop.step), 1, static_cast<btScalar>(drop.step));
    result.milliseconds.push_back(1e3 * (bench_clock(true) - start));
    for (size_t i = 0; i < drop.mesh.vertex_count; i++)
      for (int k = 0; k < 3; k++) positions[3 * i + static_cast<size_t>(k)] = body->m_nodes[static_cast<int>(i)].m_x[k];
    judge(drop, positions.data(), rest, result);
  }
  world.world.removeSoftBody(body);
  delete body;
  return true;
}

} // namespace soft
