import { setFlagsFromString } from 'node:v8'

/**
 * Pages of rows are born and forgotten by the hundred thousand: left alone, the heap's youngest part grows to its full size
 * for them. Kept small, a sync of a million answers takes 150 MiB in place of 270, at the same speed.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--max-semi-space-size=4')
  setFlagsFromString('--semi-space-growth-factor=1')
}
