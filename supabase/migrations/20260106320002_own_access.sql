-- What members may do to their own access that the auth service has no call for.

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users account
  set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where account.id = auth.uid() and account.email_change <> '';
  delete from auth.one_time_tokens token
  where token.user_id = auth.uid()
    and token.token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change is
  'Keeps the caller''s address: the links that would have changed it lead nowhere';

create function public.rename_factor(factor_id uuid, name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.jwt() ->> 'aal' is distinct from 'aal2' then
    raise insufficient_privilege using message = 'insufficient_aal';
  end if;
  if char_length(trim(name)) not between 1 and 60 then
    raise check_violation using message = 'factor_name_length';
  end if;
  update auth.mfa_factors factor set friendly_name = trim(name), updated_at = now()
  where factor.id = rename_factor.factor_id and factor.user_id = auth.uid();
  if not found then
    raise no_data_found using message = 'factor_not_found';
  end if;
end $$;
comment on function public.rename_factor is
  'Gives one of the caller''s second factors another name, in a session that has shown one';

revoke execute on function public.cancel_email_change, public.rename_factor from public, anon;
grant execute on function public.cancel_email_change, public.rename_factor to authenticated;
