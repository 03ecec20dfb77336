import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { allowedWords, bannedWords } from './banned-words.mjs'
import { inProject } from './run.mjs'

const anywhere = new RegExp(`(?<![a-z])(?:${bannedWords.anywhere.join('|')})`, 'gi')
const bannedNames = new Set(
  bannedWords.asNames.flatMap((word) => [word, word[0].toUpperCase() + word.slice(1)]),
)

/**
 * The banned words of a file's text, as "path:line word". A name counts where it is declared, not where it is used:
 * the names of libraries are their own.
 */
export function listBannedWords(path, text) {
  const lineAt = (offset) => text.slice(0, offset).split('\n').length
  const words = [...text.matchAll(anywhere)].map(({ 0: word, index }) => ({ word, index }))
  if (/\.(tsx?|mjs)$/.test(path)) {
    const { program } = parseSync(path, text)
    visit(program, (name, index) => words.push({ word: name, index }))
  }
  return words
    .filter(
      ({ word }) =>
        !allowedWords.some((allowed) => allowed.word === word.toLowerCase() && path.startsWith(allowed.path)),
    )
    .map(({ word, index }) => `${path}:${lineAt(index)} ${word}`)
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

/** The identifiers that a node brings into being: bindings, parameters, properties and types. */
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

/** Every banned word below the folders, or in the whole project. */
export function findBannedWords(folders = ['.']) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: inProject('.'),
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|css|md|yml|sql)$/.test(path) && path !== 'scripts/banned-words.mjs')
    .flatMap((path) => listBannedWords(path, readFileSync(inProject(path), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = findBannedWords(process.argv.slice(2))
  if (words.length > 0)
    console.log(`${words.join('\n')}\n${words.length} banned words: scripts/banned-words.mjs`)
  process.exitCode = words.length === 0 ? 0 : 1
}
