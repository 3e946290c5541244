-- One code of an authenticator app counts once: nobody who saw it typed can use it again.
alter table auth.mfa_factors add column last_counter bigint;
comment on column auth.mfa_factors.last_counter is 'Time step of the newest code accepted.';
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
