import { defineConfig } from "oxlint";

import { zoneOverrides } from "./scripts/lint-zones.ts";

export default defineConfig({
  plugins: [
    "eslint",
    "typescript",
    "unicorn",
    "oxc",
    "react",
    "jsx-a11y",
    "import",
    "promise",
    "vitest",
  ],
  categories: { correctness: "error", suspicious: "error" },
  options: { reportUnusedDisableDirectives: "error", typeAware: true },
  ignorePatterns: [
    "/build",
    "/data",
    "node_modules",
    ".react-router",
    "playwright-report",
    "test-results",
  ],
  rules: {
    eqeqeq: "error",
    "no-var": "error",
    "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
    "no-alert": "error",
    "no-throw-literal": "error",
    "typescript/no-explicit-any": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/no-namespace": "error",
    "react/exhaustive-deps": "error",
    "react/rules-of-hooks": "error",
    "react/jsx-no-target-blank": "error",
    "import/no-cycle": "error",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/no-disabled-tests": "error",
    "vitest/no-focused-tests": "error",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
    "no-control-regex": "off",
    "no-shadow": "off",
    "import/no-named-as-default-member": "off",
    "jsx-a11y/no-noninteractive-tabindex": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "react/react-in-jsx-scope": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/prefer-add-event-listener": "off",
    "unicorn/require-post-message-target-origin": "off",

    // With types, besides those that the categories bring.
    "typescript/no-misused-promises": [
      "error",
      { checksVoidReturn: { arguments: false, properties: false } },
    ],
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
    "typescript/prefer-promise-reject-errors": [
      "error",
      { allowThrowingAny: true, allowThrowingUnknown: true }, // a signal's reason
    ],
    "typescript/restrict-plus-operands": "error",
    "typescript/return-await": "error",
    "typescript/consistent-return": "off", // effects return a clean-up or nothing
    "typescript/no-base-to-string": "off", // a fetch's input is a URL here
    "typescript/no-misused-spread": "off", // characters are counted as code points on purpose
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/no-unnecessary-type-assertion": "off", // its fixes fail the type check where the receiver is generic
    "typescript/no-unsafe-type-assertion": "off", // rows and JSON bodies
    "typescript/require-array-sort-compare": "off",
    "typescript/unbound-method": "off", // methods of supabase-js and of mocks
  },
  overrides: [
    ...zoneOverrides,
    {
      files: ["app/shared/data/database.types.ts"],
      rules: { "typescript/no-generated-empty-object-type": "off" },
    },
    { files: ["e2e/**"], rules: { "no-empty-pattern": "off", "react/rules-of-hooks": "off" } },
  ],
});
