/** When the newest dump was taken, as a visitor reads it; undefined while there is none. */
export async function newestDump(
  read: (request: Request) => Promise<Response>,
  backend: { url: string; anonKey: string },
): Promise<Date | undefined> {
  const query = "select=taken_at&order=taken_at.desc&limit=1";
  const response = await read(
    new Request(`${backend.url}/rest/v1/dumps?${query}`, {
      headers: { apikey: backend.anonKey, authorization: `Bearer ${backend.anonKey}` },
    }),
  );
  if (!response.ok) throw new Error(`the newest dump can't be read (${response.status})`);
  const [dump] = (await response.json()) as { taken_at: string }[];
  return dump && new Date(dump.taken_at);
}
