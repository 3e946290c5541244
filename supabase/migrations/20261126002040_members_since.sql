alter table public.profiles add column joined_on date not null default current_date;

-- Members of before: as their accounts say.
update public.profiles profile set joined_on = account.created_at::date
from auth.users account where account.id = profile.id;
