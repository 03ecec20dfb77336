import { expect, it } from 'vitest'
import { readCardFile } from './card-import.ts'

const file = (text: string, name = 'card.json') => new File([text], name)

it('parses the JSON of a card', async () => {
  expect(await readCardFile(file(' {"schema":"rate-card/1"} '))).toEqual({ card: { schema: 'rate-card/1' } })
})

it('returns the reason when a file cannot be sent', async () => {
  expect(await readCardFile(file(' '))).toEqual({ title: 'This file is empty.' })
  expect(await readCardFile(file('{"lines": [}'))).toMatchObject({ title: 'This file is not JSON.' })
  const csv = file('line_id,countries\nems,DE\n', 'tiers.csv')
  expect(await readCardFile(csv)).toMatchObject({ title: 'This file is not JSON.' })
  const large = file('x'.repeat(1024 * 1024 + 1))
  expect(await readCardFile(large)).toEqual({ title: 'A rate card may have 1 MB at most.' })
})
