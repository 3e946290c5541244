-- The public lists behind two facts of a jersey: its brand, and the member who submitted it. Without these indexes a
-- page of either would sort every jersey of a large brand or of a busy member.

create index jerseys_of_brand on public.jerseys (brand_id, score desc, id desc)
  where status = 'approved' and is_active and brand_id is not null;
comment on index public.jerseys_of_brand is 'Best jerseys of a brand: brand page';

create index jerseys_of_member on public.jerseys (author_id, score desc, id desc)
  where status = 'approved' and is_active and author_id is not null;
comment on index public.jerseys_of_member is 'Best approved jerseys of a member: member page';
