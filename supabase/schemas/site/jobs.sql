-- Background jobs of a hosted project, for pg_cron or `npm run jobs`.
-- Embedded servers do the same by timers.
-- The functions that do the work stand with their subject.

create function private.schedule_jobs() returns text[]
language plpgsql set search_path = ''
as $$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('check_derived', '*/10 * * * *', 'select public.check_derived()'),
      ('refresh_vote_sums', '*/10 * * * *', 'select public.refresh_vote_sums()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;
comment on function private.schedule_jobs is
  'Schedules with pg_cron what a server does in the embedded mode, mails, files and visitors'' reports excepted, and returns the names of the jobs; nothing without the extension';

select private.schedule_jobs();
