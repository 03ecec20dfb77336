import type { Page } from 'playwright-core'

/** Marked by the class of what covers, so that a person finds it: 'covered by chip: Light run'. */
export type TextFault = string

/**
 * What keeps people from reading a page as it stands: texts whose middle something else is drawn over, at rest or while
 * they scroll; texts that a box cuts off; a page that is wider than the window, or a window that grew to hold it, as
 * phones' do. What is stuck to the window may cover a text which another place of the page shows.
 * @returns one line for each fault, none on a page that is right; leaves the page where it was
 */
export async function listTextFaults(page: Page): Promise<TextFault[]> {
  const width = page.viewportSize()?.width ?? Number.NaN
  const faults = await page.evaluate(readTextFaults)
  const reach = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth))
  return reach > width ? [...faults, `the page is ${reach} px wide in a window of ${width}`] : faults
}

/** Runs in the page: it may use nothing from outside of itself. */
async function readTextFaults(): Promise<string[]> {
  const least = 0.1 // of opacity, to be seen
  const sheet = new CSSStyleSheet()
  // What takes no presses would not be found, and what moves is at no place.
  sheet.replaceSync(`*, *::before, *::after { pointer-events: auto !important; }
    html { scroll-behavior: auto !important; }`)
  document.adoptedStyleSheets.push(sheet)
  const start = scrollY
  const underStuck = new Set<Text>()
  const faults = new Set<string>()
  try {
    for (let top = 0; ; top += innerHeight / 2) {
      scrollTo(0, top)
      await settle()
      for (const text of listTexts()) if (judge(text).length > 0) underStuck.add(text)
      if (top + innerHeight >= document.documentElement.scrollHeight) break
    }
    for (const text of underStuck) {
      text.parentElement?.scrollIntoView({ block: 'center' })
      await settle()
      for (const cover of judge(text)) faults.add(`always covered by ${nameOf(cover)}: ${wordsOf(text)}`)
    }
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    scrollTo(0, start)
  }
  return [...faults]

  /** Waits for two frames and the animations that start in them. Elements that hide on scroll are hidden afterwards. */
  async function settle(): Promise<void> {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const moving = document.getAnimations().filter(({ effect, playState }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && Number(endTime) < 2000
    })
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }

  function listTexts(): Text[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      if (!(node instanceof Text) || !parent || node.data.trim() === '') continue
      const { top, bottom } = parent.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) continue // asked first, because it is cheap
      const isSeen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (isSeen && !parent.closest('.visually-hidden, noscript, option, [inert]')) texts.push(node)
    }
    return texts
  }

  /** Tells of what is wrong with the lines of a text, and returns what is stuck to the window over those that are in it. */
  function judge(text: Text): Element[] {
    const owner = text.parentElement
    if (!owner) return []
    return listLines(text).flatMap((box) => {
      const cut = findCut(owner, box)
      if (cut instanceof Element) faults.add(`cut by ${nameOf(cut)}: ${wordsOf(text)}`)
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      if (cut || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return []
      const cover = findCover(owner, x, y)
      if (cover && isStuckBeside(cover, text)) return [cover]
      if (cover) faults.add(`covered by ${nameOf(cover)}: ${wordsOf(text)}`)
      return []
    })
  }

  function wordsOf(text: Text): string {
    return text.data.trim().replace(/\s+/g, ' ').slice(0, 60)
  }

  function listLines(text: Text): DOMRect[] {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2)
  }

  /** The box that cuts a line off; 'scrolled' where it can be brought into sight, or is cut on purpose. */
  function findCut(owner: Element, { left, right, top, bottom }: DOMRect): Element | 'scrolled' | undefined {
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
    for (let node: Element | null = owner; node && node !== document.body; node = node.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(node)
      const flows = [overflowX, overflowY]
      if (flows.every((flow) => flow === 'visible')) continue
      if (node.clientHeight <= 2 || node.clientWidth <= 2) return 'scrolled' // for screen readers
      const edge = node.getBoundingClientRect()
      const isOut =
        middle.x < edge.left || middle.x > edge.right || middle.y < edge.top || middle.y > edge.bottom
      const isOnPurpose =
        textOverflow === 'ellipsis' ||
        webkitLineClamp !== 'none' ||
        flows.some((flow) => flow === 'auto' || flow === 'scroll') ||
        node.matches('.carousel__view, .thumbs__view') ||
        owner.closest('[aria-hidden="true"]') !== null
      if (isOnPurpose) {
        if (isOut) return 'scrolled'
        continue
      }
      const isCut =
        left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 3 || bottom > edge.bottom + 3
      if (isCut) return node
    }
    return undefined
  }

  function findCover(owner: Element, x: number, y: number): Element | undefined {
    const stack = document.elementsFromPoint(x, y)
    const index = stack.indexOf(owner)
    const above = index < 0 ? stack : stack.slice(0, index)
    return above.find((node) => !node.contains(owner) && isDrawn(node, x, y))
  }

  function isDrawn(node: Element, x: number, y: number): boolean {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isFaint(node))
      return false
    const style = getComputedStyle(node)
    if (node instanceof SVGElement) return node.ownerSVGElement !== null && isInked(style)
    if (/^(IMG|VIDEO|CANVAS|IFRAME|INPUT|SELECT|TEXTAREA)$/.test(node.tagName))
      return isFilled(style) || node.tagName === 'IMG'
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const isInside = x >= left && x <= right && y >= top && y <= bottom
    if (isInside && isFilled(style)) return true
    const pseudos = ['::before', '::after'].map((name) => getComputedStyle(node, name))
    const isLaidOver = pseudos.some(
      (one) => one.content !== 'none' && isFilled(one) && (!isInside || isWhole(one)),
    )
    return (
      isLaidOver || [...node.childNodes].some((child) => child instanceof Text && holdsPoint(child, x, y))
    )
  }

  function holdsPoint(text: Text, x: number, y: number): boolean {
    return (
      text.data.trim() !== '' &&
      listLines(text).some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
    )
  }

  function isFaint(node: Element): boolean {
    let seen = 1
    for (let one: Element | null = node; one; one = one.parentElement)
      seen *= Number(getComputedStyle(one).opacity)
    return seen < least
  }

  function isWhole({ position, inset }: CSSStyleDeclaration): boolean {
    return position === 'absolute' && inset === '0px'
  }

  function isFilled({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean {
    return backgroundImage !== 'none' || alphaOf(backgroundColor) >= least
  }

  function isInked({ fill, stroke }: CSSStyleDeclaration): boolean {
    return [fill, stroke].some((paint) => paint !== 'none' && alphaOf(paint) >= least)
  }

  function alphaOf(color: string): number {
    if (color === 'transparent') return 0
    const [, alpha] = /[,/] ?([\d.]+%?)\)$/.exec(color.replace(/^rgb\(.*\)$/, '')) ?? []
    if (alpha === undefined) return 1
    return alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha)
  }

  /** Something stuck to the window, and the text is not part of it. */
  function isStuckBeside(cover: Element, text: Text): boolean {
    for (let node: Element | null = cover; node; node = node.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(node).position)) return !node.contains(text)
    return false
  }

  function nameOf(node: Element): string {
    const named = node.closest('[class]:not(svg *, svg)') ?? node
    return `${node.tagName.toLowerCase()} in ${named.getAttribute('class') ?? named.tagName}`
  }
}
