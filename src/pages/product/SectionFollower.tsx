import { type RefObject, useEffect } from 'react'

type SectionFollowerProps = { bar: RefObject<HTMLElement | null>; onSection: (id: string) => void }

/** So close below the bar a section counts as reached, in px. */
const slack = 64
/** The height of the header's second row on phones, and most of the room above a heading on wide pages, in px. */
const [secondRow, room] = [56, 32]

/** Tells the section on top, just below the bar; the last one at the end of the page. */
export function SectionFollower({ bar, onSection }: SectionFollowerProps) {
  useEffect(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('#qc, #shipping, #reviews')]
    const isReached = (section: Element, distance: number) => {
      const { bottom = 0 } = bar.current?.getBoundingClientRect() ?? {}
      return section.getBoundingClientRect().top < Math.max(bottom, 0) + distance
    }
    function follow() {
      const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2
      onSection(sections.findLast((section) => isAtEnd || isReached(section, slack))?.id ?? 'qc')
    }
    /** Before the browser measures a jump: one down sends the header's second row away. */
    function prepare({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest('a')
      const section = sections.find(({ id }) => link && link.getAttribute('href') === `#${id}`)
      if (!section) return
      const isDown = !isReached(section, -1)
      document.querySelector('.header')?.toggleAttribute('data-away', isDown)
      const isWide = matchMedia('(min-width: 900px)').matches
      section.style.scrollMarginTop = `${isWide ? -room : isDown ? -secondRow : 0}px`
    }
    addEventListener('scroll', follow, { passive: true })
    addEventListener('click', prepare)
    follow()
    return () => {
      removeEventListener('scroll', follow)
      removeEventListener('click', prepare)
    }
  }, [bar, onSection])
  return null
}
