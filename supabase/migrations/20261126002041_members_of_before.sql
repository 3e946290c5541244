-- As their accounts say. A step of its own: nobody waits for the lock of the new column while rows change.
update public.profiles profile set joined_on = account.created_at::date
from auth.users account where account.id = profile.id;
