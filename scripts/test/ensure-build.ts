import { ensureBuild, setUp } from "../setup.mjs";

await setUp(ensureBuild);
