-- The words of names with initials, possessives, and of countries with another name. They are stored.
update public.team_aliases set alias = alias where private.whole_words(alias) <> alias;

select private.refresh_search(kind, array_agg(id))
from private.searchable
where private.whole_words(text) <> text
  or text ~ '\m(UAE|RDC|Czech|Holland|Swaziland|East|Turkey|Taipei|EEUU)\M'
group by kind;
