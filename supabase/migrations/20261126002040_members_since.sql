alter table public.profiles add column joined_on date not null default current_date;
