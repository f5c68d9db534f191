/** What was changed in the files since they and the service were brought together last. */
import type { Opened } from '../opened.ts'
import type { Survey } from '../read-survey.ts'
import { findSurveys } from '../surveys.ts'
import type { Difference } from './differences.ts'
import type { Drift } from './find-drift.ts'

export async function findChanges(opened: Opened, keys: readonly string[]): Promise<Drift> {
  const changes = new Map<string, readonly Difference[]>()
  const comparing = async () => {
    // Not needed where nothing was changed.
    const { fileChanges } = await import('./differences.ts')
    return (survey: Survey): void => void changes.set(survey.key, fileChanges(survey))
  }
  const surveys = await findSurveys(opened, keys, comparing)
  for (const { key, cached, load } of surveys) {
    if (cached.facts.results.unchanged === true) continue
    if (!changes.has(key)) (await comparing())(await load())
    if (changes.get(key)?.length === 0) opened.cache.addResult(cached, 'unchanged', true)
  }
  return { count: surveys.length, differences: surveys.flatMap(({ key }) => changes.get(key) ?? []) }
}
