import { ambiguousRelationship, unknownRelationship } from "../errors.ts";
import type { SelectEmbed } from "../parse/select.ts";
import { isToOne, type Relationship, type Table } from "../schema/types.ts";
import { similarTexts } from "./nearest-name.ts";

/**
 * Finds the one relationship from `origin` that an embed names. Its target is a table, a foreign
 * key's column or a constraint; its hint is a constraint, a column of either side, or a junction.
 * @throws {ApiError} PGRST200 if there is none, PGRST201 if there are several
 */
export function findRelationship(
  origin: Table,
  { target, hint }: Pick<SelectEmbed, "target" | "hint">,
): Relationship {
  // A computed relationship wins over tables of the same name.
  const computed = origin.relationships.find(({ call }) => call === target);
  if (computed) return computed;
  const found = origin.relationships.filter((each) => !each.call && matches(each, target, hint));
  if (found.length > 1) {
    throw ambiguousRelationship(origin.name, target, found.map(describe));
  }
  if (!found[0]) throw unknownRelationship(origin.name, target, hint, suggestion(origin, target));
  return found[0];
}

/** Returns a related table with a similar name; none if the name is right and the hint is not. */
function suggestion({ relationships }: Table, target: string): string | undefined {
  const related = new Set(relationships.filter(({ call }) => !call).map(({ foreign }) => foreign));
  return similarTexts(target, related).find(({ similarity }) => similarity < 1)?.name;
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  const { table, foreign, kind, toView } = relationship;
  // In a table that refers to itself, both directions have the same target: the table's name means
  // the many, the referring column means the one.
  if (table === foreign) {
    if (hint !== undefined) {
      if (target !== foreign) return false;
      if (isToOne(relationship)) return hint === relationship.constraint && kind === "one-to-one";
      return matchesHint(relationship, hint);
    }
    return isToOne(relationship) ? onlyColumn(relationship, 0) === target : target === foreign;
  }
  if (hint !== undefined) return target === foreign && matchesHint(relationship, hint);
  return (
    target === foreign ||
    (!relationship.junction &&
      !toView &&
      (target === relationship.constraint || target === onlyColumn(relationship, 0)))
  );
}

function matchesHint(relationship: Relationship, hint: string): boolean {
  const { junction, constraint } = relationship;
  if (junction) return hint === junction.table;
  return (
    hint === constraint ||
    hint === onlyColumn(relationship, 0) ||
    hint === onlyColumn(relationship, 1)
  );
}

function onlyColumn({ columns, junction }: Relationship, side: 0 | 1): string | undefined {
  return columns.length === 1 && !junction ? columns[0]![side] : undefined;
}

function describe(relationship: Relationship): { details: object; hint: string } {
  const { kind, table, foreign, constraint, columns, junction } = relationship;
  const listed = (side: 0 | 1, pairs = columns) =>
    `(${pairs.map((pair) => pair[side]).join(", ")})`;
  return {
    details: {
      cardinality: kind,
      embedding: `${table} with ${foreign}`,
      relationship: junction
        ? `${junction.table} using ${constraint}${listed(1)} and ${junction.constraint}${listed(0, junction.columns)}`
        : `${constraint} using ${table}${listed(0)} and ${foreign}${listed(1)}`,
    },
    hint: `${foreign}!${junction ? junction.table : constraint}`,
  };
}
