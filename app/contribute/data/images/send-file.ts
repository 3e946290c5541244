import { browserClient } from "../../../shared/data/browser.ts";
import { type Upload, UploadError, uploadImage } from "../../../shared/data/images/upload.ts";

/** Uploads a file as the signed-in member. @throws {UploadError}, 401 if the session has ended */
export async function sendFile(upload: Omit<Upload, "token">): Promise<void> {
  const { data } = await (await browserClient()).auth.getSession();
  if (!data.session) throw new UploadError(401, "no session");
  await uploadImage({ ...upload, token: data.session.access_token });
}
