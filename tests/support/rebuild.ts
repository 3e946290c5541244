/** Derives everything once more: a row for each thing that was not what it should be. */
export const REBUILD = `
  select wrong ->> 'what' as what, wrong ->> 'id' as id, wrong ->> 'was' as was, wrong ->> 'is' as is
  from (
    select rebuild(null, 100000) -> 'wrong' || (rebuild('ffffffff-ffff-ffff-ffff-ffffffffffff') -> 'wrong') as found) steps,
    jsonb_array_elements(found) wrong`;
