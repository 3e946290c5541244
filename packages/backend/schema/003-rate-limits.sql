-- Counters of the rate limits, shared by all servers on one database. Losing them in a crash does no
-- harm, so the table is unlogged. The columns are those of the library rate-limiter-flexible.
create unlogged table backend.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on backend.rate_limits (expire);
