-- What the statements of the REST service call. Schema `rest` isn't offered to clients.
create schema rest;
revoke all on schema rest from public;
grant usage on schema rest to anon, authenticated, service_role;

/*
 * Ends a statement whose answer gets too large. The statement counts the bytes itself, which takes a
 * tenth of the time of a function call, and calls this when there are too many. Without it, a request
 * of two hundred letters made one process write 69 MB and hold half a gigabyte.
 */
create function rest.refuse_large_answer() returns boolean
language plpgsql
as $$
begin
  raise sqlstate '54000' using
    message = 'The answer would be too large',
    hint = 'Select fewer columns or embedded rows, or use limit.';
end $$;
comment on function rest.refuse_large_answer is 'Called by the statements of the REST service';
