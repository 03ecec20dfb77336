import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBareText } from './bare-text.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

/** What stands in a component, and the fault of it; without one it is right. */
const cases: [of: string, jsx: string, fault?: string][] = [
  ['a label beside a sign that comes', '<p>{isBusy && <i />}{label}</p>', 'beside what comes and goes'],
  ['fixed text beside a sign that comes', '<p>{isBusy && <i />}Send</p>', 'beside what comes and goes'],
  ['text beside a sign or nothing', '<p>{isBusy ? <i /> : null}{label}</p>', 'beside what comes and goes'],
  ['text beside one of two elements', '<p>{isBusy ? <i /> : <b />}Send</p>', 'beside what comes and goes'],
  ['text beside a list', '<p>{words.map((word) => <i key={word} />)}Send</p>', 'beside what comes and goes'],
  ['text beside an element that is made anew', '<p><i key={label} />Send</p>', 'beside what comes and goes'],
  ['text beside a component that may be nothing', '<p><Sign />Send</p>', 'beside what comes and goes'],
  ['text beside a name for what may be nothing', '<p>{sign}Send</p>', 'beside what comes and goes'],
  ['text that may be nothing', '<p><i />{isBusy && label}</p>', 'beside what comes and goes'],
  ['a number in a sentence', '<p>{count} items</p>', 'text that changes'],
  ['two numbers', '<p>{count} {count}</p>', 'text that changes'],
  ['a label beside an element', '<p><i />{label}</p>', 'text that changes'],
  ['one of two words beside an element', "<p><i />{isBusy ? 'Sending' : 'Send'}</p>", 'text that changes'],
  ['several children of a component', '<Box>{count} items</Box>', 'text that changes'],
  ['text that callers give, beside a sign', '<Signed>{label}</Signed>', 'beside what comes and goes'],
  ['text by default, beside a sign', '<Labeled isBusy={isBusy} />', 'beside what comes and goes'],
  ['text that is passed on, beside a sign', '<Outer>{label}</Outer>', 'beside what comes and goes'],
  ['text in a fragment', '<p>{isBusy && <>{label}</>}</p>', 'bare text in a fragment'],
  ['a component that renders bare text', '<p><Word /></p>', 'a component that renders bare text'],
  ['one text', '<p>{label}</p>'],
  ['one text or nothing', '<p>{isBusy && label}</p>'],
  ['one text made of several', `<p>{\`\${count} items\`}</p>`],
  ['text in an element of its own', '<p>{isBusy && <i />}<span>{label}</span></p>'],
  ['fixed text beside fixed elements', '<p>Read <b>this</b> first.</p>'],
  ['a name of a fixed text beside fixed elements', '<p>{fixed}<b /></p>'],
  ['blanks between elements', "<p>{isBusy && <i />}{' '}<b>{label}</b></p>"],
  ['one text of a component', '<Box>{label}</Box>'],
]

const used = `import { memo, type ReactNode } from 'react'
type Props = { isBusy: boolean; label: string; count: number; words: string[] }
function Sign() { return Math.random() > 0.5 ? <i /> : null }
function Box({ children }: { children: ReactNode }) { return <div>{children}</div> }
`
const faulty = {
  Signed: `const Signed = memo(function Signed(props: { children: ReactNode }) {
  const { children } = props
  return <div><i key={Math.random()} />{children}</div>
})`,
  Labeled: `function Labeled({ isBusy, label = 'Send' }: { isBusy: boolean; label?: ReactNode }) {
  return <div>{isBusy && <i />}{label}</div>
}`,
  Outer: `function Inner({ children }: { children: ReactNode }) {
  return <div><i key={Math.random()} />{children}</div>
}
function Outer(props: { children: ReactNode }) { return <Inner {...props} /> }`,
  Word: "function Word() { return Math.random() > 0.5 ? 'a word' : <b /> }",
}

describe('a page that a browser translates', () => {
  let folder: string
  let allFaults: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chopmark-bare-text-'))
    await mkdir(join(folder, 'src'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const options = {
      strict: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      noEmit: true,
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true, types: [] }, include: ['src'] }),
    )
    for (const [index, [, jsx]] of cases.entries()) {
      const needed = Object.entries(faulty).flatMap(([name, text]) => (jsx.includes(`<${name}`) ? text : []))
      const text = `${used}${needed.join('\n')}
export function Case${index}({ isBusy, label, count, words }: Props) {
  const sign = isBusy && <i />
  const fixed = 'Send'
  return (${jsx})
}
`
      await writeFile(join(folder, 'src', `Case${index}.tsx`), text)
    }
    allFaults = findBareText(folder, join(folder, 'tsconfig.json'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(cases.map(([of, jsx, fault], index) => ({ of, jsx, fault, index })))(
    '$of: $jsx',
    ({ fault, index }) => {
      const faults = allFaults.filter((line) => line.startsWith(`src/Case${index}.tsx:`))
      expect(faults).toEqual(fault ? [expect.stringContaining(fault)] : [])
    },
  )

  test('has no bare text that changes, comes or goes, nor any beside what comes and goes', () => {
    expect(findBareText(root, join(root, 'tsconfig.web.json'))).toEqual([])
  })
})
