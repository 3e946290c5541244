/**
 * The examples of the page about the API, which run as they stand: a test runs them.
 * @param service the address of `/rest/v1`
 */
export function apiExamples(service: string, anonKey: string) {
  return {
    curl: String.raw`curl --get '${service}/teams' \
  --header 'apikey: ${anonKey}' \
  --data-urlencode 'select=id,name,city,country' \
  --data-urlencode 'name=ilike.*paris*' \
  --data-urlencode 'order=name,id' \
  --data-urlencode 'limit=5'`,

    javascript: `const service = "${service}";
const headers = { apikey: "${anonKey}" };

async function* readAll(table, columns, size = 500) {
  let rows = [];
  do {
    const query = new URLSearchParams({ select: columns, order: "id", limit: size });
    if (rows.length > 0) query.set("id", "gt." + rows.at(-1).id);
    const answer = await fetch(service + "/" + table + "?" + query, { headers });
    if (!answer.ok) throw new Error((await answer.json()).message);
    rows = await answer.json();
    yield* rows;
  } while (rows.length === size);
}

for await (const brand of readAll("brands", "id,name")) console.log(brand.name);`,

    python: `import json, time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

service = "${service}"
headers = {"apikey": "${anonKey}"}

def read(table, **query):
    while True:
        try:
            request = Request(service + "/" + table + "?" + urlencode(query), headers=headers)
            return json.load(urlopen(request))
        except HTTPError as error:
            if error.code not in (429, 503):
                raise RuntimeError(json.load(error)["message"])
            time.sleep(int(error.headers["Retry-After"]))

columns = "title,season:seasons(name),images:jersey_images(path,licence)"
newest = "created_at.desc,id"
for jersey in read("jerseys", select=columns, kit_type="eq.home", order=newest, limit=10):
    print(jersey["season"]["name"], jersey["title"], len(jersey["images"]))`,
  };
}
