import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { chunks } from "./vite/chunks.ts";
import { directImports } from "./vite/direct-imports.ts";
import { plainIcons } from "./vite/plain-icons.ts";
import { textNames } from "./vite/text-names.ts";

export default defineConfig({
  // Our own are explained in vite/README.md; the site builds without them.
  plugins: [plainIcons, textNames, chunks, directImports, tailwindcss(), reactRouter()],
  build: { target: "es2023" },
});
