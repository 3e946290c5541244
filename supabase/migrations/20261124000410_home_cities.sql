-- A team's city is the one in its name, not the suburb of its stadium (docs/product.md 3.13). An installation keeps what
-- its administrators have written: only the values of the first catalogue are replaced.
update public.teams team set city = home.city
from (values
  ('dallas-cowboys', 'Arlington', 'Dallas'),
  ('miami-dolphins', 'Miami Gardens', 'Miami'),
  ('new-york-giants', 'East Rutherford', 'New York'),
  ('new-york-islanders', 'Elmont', 'New York'),
  ('new-york-jets', 'East Rutherford', 'New York'),
  ('san-francisco-49ers', 'Santa Clara', 'San Francisco'),
  ('washington-commanders', 'Landover', 'Washington')
) home (slug, suburb, city)
where team.slug = home.slug and team.city = home.suburb;
