import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Box, layout, rowsOf } from '@gcscope/picture';
import type { NamedTrees } from '../../src/map/paint/name-rooms.ts';
import { paintProblems } from '../../src/map/paint/paint-problems.ts';
import { paintTreeNames } from '../../src/map/paint/paint-tree-names.ts';
import { problemsOf } from '../../src/map/world/problems.ts';
import { ViewIndex } from '../../src/map/world/view-index.ts';
import { type Drawing, drawing } from './drawing.ts';

/** Faces of objects, of which some may be `gone`. */
export function facesOf(
  records: readonly NodeRecord[],
  gone: readonly string[] = [],
): NamedTrees['faces'] {
  const placed = new Map(records.map((each) => [each.uid, each]));
  const there = new Map(
    records.flatMap((each) => (gone.includes(each.uid) ? [] : [[each.uid, each]])),
  );
  return { records: there, recordAt: (uid) => placed.get(uid), stacks: new Map() };
}

/** Draws the names of these objects at the zoom at which the embedded world opens. */
export function drawNames(
  records: readonly NodeRecord[],
  fields: Partial<NamedTrees> = {},
  zoom = 0.36,
): Drawing & { readonly boxes: readonly Box[]; readonly marked: readonly (string | undefined)[] } {
  const rows = rowsOf(records);
  const placed = fields.layout ?? layout(rows);
  const { x, y } = placed.bounds;
  const pan = { x: 10 - x * zoom, y: 10 - y * zoom };
  const made = drawing({ zoom, pan }, 1440, 900);
  const problems = problemsOf(placed, rows.marks);
  const names = paintTreeNames(made.brush, {
    layout: placed,
    index: new ViewIndex(placed),
    routes: [],
    faces: facesOf(records),
    problems,
    marks: rows.marks,
    hasCard: () => true,
    isReached: () => false,
    ...fields,
  });
  const marks = paintProblems(made.brush, placed, problems, [], (slot) => names.has(slot));
  const marked = marks.map(({ slot }) => placed.uids[slot]);
  return { ...made, boxes: [...names.values()], marked };
}
