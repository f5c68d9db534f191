/** What axe-core finds on a page. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What is wrong for people with other senses or hands, one line each; none is wanted. `rules`: only these. */
export async function axeProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (only) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, only ? { runOnly: only } : {}),
    rules && [...rules],
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${String(target)} ${failureSummary ?? ''}`),
  )
}
