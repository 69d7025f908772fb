import type { ApiObject, ApiResource, Millis } from '@gcscope/gc-core';
import { definedResources } from '../controllers/custom-resource-definition.ts';
import type { Random } from '../names.ts';
import { addDatabases } from './databases.ts';
import { addNodes } from './nodes.ts';
import { addPayments } from './payments.ts';
import { addPlatform } from './platform.ts';
import { addProblems } from './problems.ts';
import { addShop } from './shop.ts';
import { WorldBuilder } from './world-builder.ts';

/** What exists when the embedded cluster starts. */
export interface FirstWorld {
  readonly objects: readonly ApiObject[];
  /** The custom resources that its definitions serve. */
  readonly customResources: readonly ApiResource[];
}

/** A small shop that has been running for some months, with the problems such a cluster has. */
export function firstWorld(now: Millis, random: Random): FirstWorld {
  const world = new WorldBuilder(now, random);
  addPlatform(world);
  addNodes(world);
  addShop(world);
  addPayments(world);
  addDatabases(world);
  addProblems(world);
  const definitions = world.objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  return { objects: world.objects, customResources: definitions.flatMap(definedResources) };
}
