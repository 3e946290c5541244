import type { Backend } from "@maillotheque/backend";
import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { basename, extname, join, sep } from "node:path";

import type { CatalogueRefusal } from "../../../app/curate/domain/import/catalogue-check.ts";
import type { CatalogueLine, LineImage } from "../../../app/curate/domain/import/catalogue-line.ts";
import { slug } from "../../../app/shared/domain/slug.ts";
import { StartError } from "../../operate/start-error.ts";
import { ImageRefused, inspectImage, prepareImage } from "./prepare-image.ts";

const BUCKET = "jerseys";

/** The images of lines: files of a folder, and files that are in storage already. */
export class ImageFiles {
  private readonly backend: Backend;
  private readonly ownerId: string;
  private readonly folder: string | undefined;

  /** @param ownerId the member whom images of the folder are credited to */
  constructor(backend: Backend, ownerId: string, folder: string | undefined) {
    this.backend = backend;
    this.ownerId = ownerId;
    this.folder = folder;
  }

  /** Why a line's images can't be used, without decoding them. */
  async check({ images }: CatalogueLine): Promise<CatalogueRefusal[]> {
    return this.each(images, async (image) => {
      if (!(await this.isInStorage(image))) await inspectImage(await this.read(image));
      return image;
    }).then(({ refusals }) => refusals);
  }

  /** Stores a line's images. Names are made of the line, so that storing them again is no second file. */
  async store({ key, images }: CatalogueLine) {
    return this.each(images, async (image, n) => {
      if (await this.isInStorage(image)) return image;
      const { webp, likeness } = await prepareImage(await this.read(image));
      const path = this.pathOf(key, image, n);
      await this.upload(path, webp);
      return { ...image, path, ...(likeness && { likeness }) };
    });
  }

  /** Deletes files that were stored for a line that was not imported. */
  async discard(stored: readonly LineImage[], { images }: CatalogueLine): Promise<void> {
    const own = stored.filter((image, n) => image.path && image.path !== images[n]?.path);
    for (const { path } of own) await this.request("DELETE", path!);
  }

  /** The content of a stored file; undefined if it is gone. */
  async download(path: string): Promise<Buffer | undefined> {
    const response = await this.request("GET", path);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
  }

  private async each(
    images: readonly LineImage[],
    work: (image: LineImage, n: number) => Promise<LineImage>,
  ): Promise<{ images: LineImage[]; refusals: CatalogueRefusal[] }> {
    const done: LineImage[] = [];
    const refusals: CatalogueRefusal[] = [];
    for (const [n, image] of images.entries()) {
      try {
        done.push(await work(image, n));
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error;
        refusals.push({ field: "images", reason: error.reason, value: image.name });
      }
    }
    return { images: done, refusals };
  }

  private async isInStorage({ path }: LineImage): Promise<boolean> {
    if (!path) return false;
    const { rowCount } = await this.backend.pool.query(
      "select from storage.objects where bucket_id = $1 and name = private.storage_path(private.file_url($2))",
      [BUCKET, path],
    );
    return rowCount === 1;
  }

  /** A file of the folder; links and `..` don't lead out of it. */
  private async read({ name }: LineImage): Promise<Buffer> {
    try {
      if (this.folder === undefined) throw new ImageRefused("no_file");
      const folder = await realpath(this.folder);
      const file = await realpath(join(folder, name.replaceAll("\\", "/")));
      if (!file.startsWith(folder + sep)) throw new ImageRefused("no_file");
      return await readFile(file);
    } catch {
      throw new ImageRefused("no_file");
    }
  }

  private pathOf(key: string, { name }: LineImage, n: number): string {
    const digest = createHash("sha1").update(`${key} ${n} ${name}`).digest("hex");
    const id = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
    const stem = slug(basename(name, extname(name))).slice(0, 60) || "image";
    return `${this.ownerId}/${id}-${stem}.webp`;
  }

  private async upload(path: string, webp: Buffer): Promise<void> {
    const response = await this.request("POST", path, webp);
    if (response.ok) return;
    const { message } = (await response.json()) as { message: string };
    throw new StartError(`an image can't be stored (${response.status}): ${message}`);
  }

  private request(method: string, path: string, body?: Buffer): Promise<Response> {
    const key = this.backend.apiKeys.service;
    const name = encodeURI(path);
    return this.backend.fetch(
      new Request(`http://localhost/storage/v1/object/${BUCKET}/${name}`, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${key}`,
          ...(body && {
            "content-type": "image/webp",
            "cache-control": "max-age=3600",
            "x-upsert": "true",
          }),
        },
        ...(body && { body: new Uint8Array(body) }),
      }),
    );
  }
}
