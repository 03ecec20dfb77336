import { expect, test } from 'vitest'
import { findDefaultAgent, findPreferredAgent } from './agent-choice.ts'

const agent = (name: string, { active = true, isSelected = false } = {}) => ({ name, active, isSelected })
const [first, cnfans] = [agent('ACBuy'), agent('CNFans')]
const selected = agent('MuleBuy', { isSelected: true })

test.each([
  ['the selected agent', [first, cnfans, selected], 'MuleBuy'],
  ['CNFans when none is selected', [first, cnfans], 'CNFans'],
  ['CNFans in any spelling', [first, agent('cnfans')], 'cnfans'],
  ['the first active one when CNFans is closed', [first, agent('CNFans', { active: false })], 'ACBuy'],
  ['never a closed agent', [agent('PandaBuy', { active: false }), first], 'ACBuy'],
  ['undefined when all are closed', [agent('PandaBuy', { active: false })], undefined],
  ['undefined without agents', [], undefined],
])('the default agent is %s', (_which, agents, name) => {
  expect(findDefaultAgent(agents)?.name).toBe(name)
})

test.each([
  ['the stored one', 'ACBuy', 'ACBuy'],
  ['the stored one in another case', 'acbuy', 'ACBuy'],
  ['the default for a name that no longer exists', 'WeGoBuy', 'MuleBuy'],
  ['the default for a closed one', 'PandaBuy', 'MuleBuy'],
  ['the default when nothing is stored', null, 'MuleBuy'],
  ['the default when the stored name is empty', '', 'MuleBuy'],
])('the preferred agent is %s', (_which, storedName, name) => {
  const agents = [first, cnfans, selected, agent('PandaBuy', { active: false })]
  expect(findPreferredAgent(agents, storedName)?.name).toBe(name)
})
