-- How much one member may write in a while, whatever they write it with. Counted from the rows
-- themselves, so that several web servers agree. PT429 is read by PostgREST as HTTP 429.

create function private.limit_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  author_column constant text := tg_argv[0];
  most constant integer := tg_argv[1];
  span constant interval := tg_argv[2];
  written bigint;
begin
  -- A command or the service key writes for nobody in particular.
  if member is null then
    return null;
  end if;
  -- One of the member's inserts at a time, or two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || member, 0));
  execute format(
    'select count(*) from public.%I where %I = $1 and created_at > now() - $2',
    tg_table_name, author_column)
  into written using member, span;
  if written > most then
    raise sqlstate 'PT429' using
      message = tg_table_name || '_too_many',
      detail = format('At most %s in %s.', most, span);
  end if;
  return null;
end $$;
comment on function private.limit_rate is
  'Arguments: the column that names the author, how many rows, in which time. comments_of_author and reports_of_reporter serve the count';
revoke execute on function private.limit_rate from public;

create trigger comments_rate after insert on public.comments
for each statement execute function private.limit_rate('author_id', '10', '5 minutes');

create trigger reports_rate after insert on public.reports
for each statement execute function private.limit_rate('reporter_id', '30', '1 hour');
