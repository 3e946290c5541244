-- When each periodic job was last done, whichever of the servers on one database did it.
create table backend.jobs (
  name text primary key,
  done_at timestamptz not null
);
