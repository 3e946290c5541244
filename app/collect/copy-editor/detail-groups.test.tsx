import { FormProvider, useForm } from "react-hook-form";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../../shared/i18n/messages.ts";
import texts from "../messages/fr/copies.json" with { type: "json" };
import { DETAIL_NAMES } from "../domain/copies/copy-details.ts";
import { copyFormOf } from "../domain/copies/copy-rules.ts";
import { DetailGroups } from "./detail-groups.tsx";

await loadAllMessages();

function Form() {
  const form = useForm({ defaultValues: copyFormOf({ is_signed: true }) });
  return (
    <FormProvider {...form}>
      <DetailGroups />
    </FormProvider>
  );
}

test("the form has a field for every detail", () => {
  const Page = createRoutesStub([{ path: "*", Component: Form }]);
  const html = renderToStaticMarkup(<Page initialEntries={["/"]} />);
  const missing = DETAIL_NAMES.filter((name) => !html.includes(`>${texts.fields[name]}<`));
  expect(missing).toEqual([]);
});
