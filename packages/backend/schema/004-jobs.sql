-- The last run of each background job, whichever server on the database ran it.
create table backend.jobs (
  name text primary key,
  done_at timestamptz not null
);
