import { relative } from 'node:path'
import {
  type Expression,
  isArrowFunction,
  isBinaryExpression,
  isConditionalExpression,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isReturnStatement,
  isStringLiteral,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import { findBinding, findComponent, isNamedFunction } from './bindings.ts'

/** What a child puts into its parent: text of its own, and whether nodes come and go. */
type Output = { text: 'none' | 'fixed' | 'changing'; comesAndGoes: boolean }

const nothing: Output = { text: 'none', comesAndGoes: false }
const fixedText: Output = { text: 'fixed', comesAndGoes: false }
const changingText: Output = { text: 'changing', comesAndGoes: false }
const optionalElement: Output = { text: 'none', comesAndGoes: true }

/** Each place of the project's `.tsx` where a page that a browser translates would break or go stale, as `file:line: what`. */
export function findBareText(folder: string, config: string): string[] {
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]
    if (!project) throw new Error(`${config} is no project.`)
    return new BareText(project, folder).find()
  } finally {
    api.close()
  }
}

class BareText {
  private readonly checker: Checker
  private readonly files: SourceFile[]
  private readonly components = new Map<string, Expression[]>()
  /** By `Component.property`. */
  private readonly valuesByName = new Map<string, Node[]>()
  /** By component, those that pass all of their properties on to it. */
  private readonly passedOn = new Map<string, string[]>()
  private readonly outputs = new Map<Node, Output>()
  private readonly folder: string

  constructor(project: Project, folder: string) {
    this.folder = folder
    this.checker = project.checker
    this.files = project.program
      .getSourceFileNames()
      .filter((name) => name.endsWith('.tsx') && !name.includes('/node_modules/'))
      .flatMap((name) => project.program.getSourceFile(name) ?? [])
  }

  find(): string[] {
    for (const file of this.files) visit(file, (node) => this.collectComponent(node))
    for (const file of this.files) visit(file, (node) => this.collectGiven(node))
    return this.files.flatMap((file) => {
      const faults: string[] = []
      visit(file, (node) => {
        const fault = this.faultOf(node)
        if (!fault) return
        const line = file.text.slice(0, node.getStart(file)).split('\n').length
        faults.push(`${relative(this.folder, file.fileName)}:${line}: ${fault}`)
      })
      return faults
    })
  }

  private collectComponent(node: Node): void {
    if (isNamedFunction(node) && isComponentName(node.name.text) && node.body)
      this.components.set(node.name.text, listReturned(node.body))
  }

  private collectGiven(node: Node): void {
    if (!isJsxElement(node) && !isJsxSelfClosingElement(node)) return
    const name = this.componentName(node)
    if (name === undefined) return
    for (const attribute of attributesOf(node)) {
      if (!isJsxAttribute(attribute)) push(this.passedOn, name, findComponent(node) ?? '')
      else if (attribute.initializer)
        push(this.valuesByName, `${name}.${attribute.name.getText()}`, attribute.initializer)
    }
    for (const child of childrenOf(node)) push(this.valuesByName, `${name}.children`, child)
  }

  /** That of its function, where another name stands for it. */
  private componentName(node: JsxElement | JsxSelfClosingElement): string | undefined {
    const name = tagName(node)
    if (!isComponentName(name)) return
    const tag = (isJsxElement(node) ? node.openingElement : node).tagName
    const functionName = this.checker.getTypeAtLocation(tag)?.getSymbol()?.name
    return functionName !== undefined && this.components.has(functionName) ? functionName : name
  }

  /** What the callers of a component give it, and theirs where they pass on all that they are given. */
  private listGiven(component: string, property: string, seen: readonly string[] = []): Node[] {
    if (seen.includes(component)) return []
    const callers = this.passedOn.get(component) ?? []
    return [
      ...(this.valuesByName.get(`${component}.${property}`) ?? []),
      ...callers.flatMap((caller) => this.listGiven(caller, property, [...seen, component])),
    ]
  }

  private faultOf(node: Node): string | undefined {
    if (isNamedFunction(node) && this.components.has(node.name.text))
      return this.ofComponent(node.name.text).text === 'none' ? undefined : 'a component that is bare text'
    if (isJsxFragment(node))
      return this.ofAll(childrenOf(node)).text === 'none' ? undefined : 'bare text in a fragment'
    if (!isJsxElement(node)) return
    const children = childrenOf(node)
    const { text, comesAndGoes } = this.ofAll(children)
    if (children.length < 2 || text === 'none') return
    if (comesAndGoes) return 'bare text beside what comes and goes'
    if (text === 'changing') return 'text that changes beside other children'
    return
  }

  private ofAll(nodes: Node[]): Output {
    return nodes.map((node) => this.of(node)).reduce(merge, nothing)
  }

  private of(node: Node): Output {
    const cached = this.outputs.get(node)
    if (cached) return cached
    this.outputs.set(node, nothing) // what it is made of may be made of itself
    const output = this.determine(node)
    this.outputs.set(node, output)
    return output
  }

  private determine(node: Node): Output {
    if (isJsxText(node)) return fixedText
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node))
      return node.text.trim() === '' ? nothing : fixedText
    if (isJsxExpression(node)) return node.expression ? this.of(node.expression) : nothing
    if (isParenthesizedExpression(node)) return this.of(node.expression)
    if (isJsxFragment(node)) return this.ofAll(childrenOf(node))
    if (isJsxElement(node) || isJsxSelfClosingElement(node)) return this.ofElement(node)
    if (isConditionalExpression(node)) return this.ofBranches(node.whenTrue, node.whenFalse)
    if (isBinaryExpression(node) && isChoice(node.operatorToken.kind)) {
      const left =
        node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken ? nothing : this.of(node.left)
      return optional(merge(left, this.of(node.right)))
    }
    return this.ofValue(node)
  }

  private ofElement(node: JsxElement | JsxSelfClosingElement): Output {
    const isKeyed = attributesOf(node).some(
      (attribute) => isJsxAttribute(attribute) && attribute.name.getText() === 'key',
    )
    const name = this.componentName(node)
    const output = name === undefined ? nothing : this.ofComponent(name)
    return isKeyed ? merge(output, optionalElement) : output
  }

  private ofComponent(name: string): Output {
    if (name === 'Suspense') return optionalElement
    const returned = this.components.get(name) ?? []
    const output = this.ofAll(returned)
    return returned.length > 1 ? merge(output, optionalElement) : output
  }

  private ofBranches(one: Expression, other: Expression): Output {
    const outputs = [this.of(one), this.of(other)]
    const output = outputs.reduce(merge)
    if (outputs.every(({ text, comesAndGoes }) => text !== 'none' && !comesAndGoes)) return changingText
    return hasSameTag(one, other) ? output : optional(output)
  }

  /** By its type; a `ReactNode` by where it comes from. */
  private ofValue(node: Node): Output {
    const type = this.checker.getTypeAtLocation(node)
    if (!type) return nothing
    const source = findBinding(node)
    if (isNode(type)) {
      if (source?.kind === 'property') {
        const { component, name, byDefault } = source
        return optional(this.ofAll([...this.listGiven(component, name), ...(byDefault ? [byDefault] : [])]))
      }
      if (source?.kind === 'value') return this.of(source.value)
      return { text: 'changing', comesAndGoes: true }
    }
    if (source?.kind === 'value' && hasElement(type)) return this.of(source.value)
    return this.ofType(type)
  }

  private ofType(type: Type): Output {
    const parts = type.isUnionType() ? [...type.getTypes()] : [type]
    const isText = (part: Type) =>
      (part.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike)) !== 0
    const isEmpty = (part: Type) =>
      (part.flags & (TypeFlags.Nullable | TypeFlags.Void | TypeFlags.BooleanLike)) !== 0
    if (parts.length === 1 && type.isStringLiteralType()) return fixedText
    const lists = parts.filter((part) => this.checker.isArrayLikeType(part))
    return {
      text: parts.some(isText) ? 'changing' : 'none',
      comesAndGoes: lists.length > 0 || (parts.some(isEmpty) && !parts.every(isEmpty)),
    }
  }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

function merge(one: Output, other: Output): Output {
  const texts = [one.text, other.text]
  const text = texts.find((each) => each === 'changing') ?? texts.find((each) => each === 'fixed') ?? 'none'
  return { text, comesAndGoes: one.comesAndGoes || other.comesAndGoes }
}

function optional({ text }: Output): Output {
  return { text: text === 'none' ? 'none' : 'changing', comesAndGoes: true }
}

function isChoice(kind: SyntaxKind): boolean {
  return [
    SyntaxKind.AmpersandAmpersandToken,
    SyntaxKind.BarBarToken,
    SyntaxKind.QuestionQuestionToken,
  ].includes(kind)
}

function isComponentName(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function isNode(type: Type): boolean {
  return type.isUnionType() && type.getTypes().some((part) => part.getSymbol()?.name === 'ReactPortal')
}

function hasElement(type: Type): boolean {
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.some((part) => ['Element', 'ReactElement'].includes(part.getSymbol()?.name ?? ''))
}

function hasSameTag(one: Node, other: Node): boolean {
  const [first, second] = [one, other].map((node) =>
    isParenthesizedExpression(node) ? node.expression : node,
  )
  if (!first || !second) return false
  const isElement = (node: Node) => isJsxElement(node) || isJsxSelfClosingElement(node)
  if (!isElement(first) || !isElement(second)) return false
  return (
    tagName(first as JsxElement) === tagName(second as JsxElement) &&
    /^[a-z]/.test(tagName(first as JsxElement))
  )
}

function tagName(node: JsxElement | JsxSelfClosingElement): string {
  return (isJsxElement(node) ? node.openingElement : node).tagName.getText()
}

function attributesOf(node: JsxElement | JsxSelfClosingElement) {
  return (isJsxElement(node) ? node.openingElement : node).attributes.properties
}

/** Without what is laid out over lines, comments and blanks, which no translator touches. */
function childrenOf(node: JsxElement | JsxSelfClosingElement | JsxFragment): Node[] {
  if (isJsxSelfClosingElement(node)) return []
  return node.children.filter((child) => {
    if (isJsxText(child)) return child.text.trim() !== ''
    if (!isJsxExpression(child)) return true
    const { expression } = child
    return expression !== undefined && !(isStringLiteral(expression) && expression.text.trim() === '')
  })
}

/** What a function returns, without what the functions in it return. */
function listReturned(body: Node): Expression[] {
  const returned: Expression[] = []
  const walk = (node: Node): void => {
    if (isReturnStatement(node)) {
      if (node.expression) returned.push(node.expression)
    } else if (!isArrowFunction(node) && !isNamedFunction(node)) node.forEachChild(walk)
  }
  walk(body)
  return returned
}

function visit(node: Node, act: (node: Node) => void): void {
  act(node)
  node.forEachChild((child) => visit(child, act))
}
