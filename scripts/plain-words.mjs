import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { allowedWords, bannedWords } from './banned-words.mjs'
import { resolveInProject } from './run.mjs'

const capitalize = (word) => word[0].toUpperCase() + word.slice(1)
/** Matches the word itself, the word inside a camel-case name, and the word in capitals. */
const patterns = bannedWords.anywhere.flatMap((word) => [
  `(?<![A-Za-z])${word}`,
  capitalize(word),
  word.toUpperCase(),
])
const anywhere = new RegExp(patterns.join('|'), 'g')
const bannedNames = new Set(bannedWords.asNames.flatMap((word) => [word, capitalize(word)]))

/**
 * The banned words of a file's text, as "path:line word". A name is reported where it is declared, not where it is used,
 * because names of libraries cannot be changed.
 */
export function listBannedWords(path, text, allowed = allowedWords) {
  const getLine = (offset) => text.slice(0, offset).split('\n').length
  const matches = [...text.matchAll(anywhere)].map(({ 0: word, index }) => ({ word, index }))
  if (/\.(tsx?|mjs)$/.test(path)) {
    const { program } = parseSync(path, text)
    visit(program, (word, index) => matches.push({ word, index }))
  }
  const isAllowed = (word) =>
    allowed.some((exception) => exception.word === word.toLowerCase() && path.startsWith(exception.path))
  return matches
    .filter(({ word }) => !isAllowed(word))
    .map(({ word, index }) => `${path}:${getLine(index)} ${word}`)
}

function visit(node, report) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, report)
    return
  }
  if (!node || typeof node !== 'object') return
  for (const identifier of declaredNames(node))
    if (bannedNames.has(identifier.name)) report(identifier.name, identifier.start)
  for (const [key, child] of Object.entries(node)) if (key !== 'loc') visit(child, report)
}

const identifiers = (nodes) => nodes.filter((node) => node?.type === 'Identifier')

/** The identifiers that a node declares: bindings, parameters, properties and types. */
function declaredNames(node) {
  switch (node.type) {
    case 'VariableDeclarator':
      return bindings(node.id)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSDeclareFunction':
      return [...identifiers([node.id]), ...(node.params?.items ?? node.params ?? []).flatMap(bindings)]
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return identifiers([node.id])
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node.computed ? [] : identifiers([node.key])
    case 'CatchClause':
      return bindings(node.param)
    default:
      return []
  }
}

function bindings(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        bindings(each.type === 'RestElement' ? each.argument : each.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(bindings)
    case 'AssignmentPattern':
      return bindings(pattern.left)
    case 'RestElement':
      return bindings(pattern.argument)
    default:
      return []
  }
}

const generatedFolders = ['node_modules', '.git', 'dist', 'dist-extension', 'dist-extension-firefox', 'data']
/** Files that contain banned words as data. */
const exemptPaths = ['scripts/banned-words.mjs', 'test/api/scripts/plain-words.test.ts']

/** Every banned word in the folders and files of `roots`, or in the whole project. */
function findBannedWords(roots) {
  const exclude = (name) => generatedFolders.includes(name)
  return globSync(['**/*.{ts,tsx,mjs,cjs,py,css,md,yml,sql}', '.*.cjs'], {
    cwd: resolveInProject('.'),
    exclude,
  })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !exemptPaths.includes(path))
    .filter((path) => roots.length === 0 || roots.some((root) => `${path}/`.startsWith(`${root}/`)))
    .toSorted()
    .flatMap((path) => listBannedWords(path, readFileSync(resolveInProject(path), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const matches = findBannedWords(process.argv.slice(2).map((root) => root.replace(/\/$/, '')))
  if (matches.length > 0)
    console.log(
      `${matches.join('\n')}\n${matches.length} banned words (scripts/banned-words.mjs): use the words of docs/glossary.md.`,
    )
  process.exitCode = matches.length === 0 ? 0 : 1
}
