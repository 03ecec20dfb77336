import { type RefObject, useEffect } from 'react'

type SectionFollowerProps = { bar: RefObject<HTMLElement | null>; onSection: (id: string) => void }

/** So close below the bar a section counts as reached, in px. */
const slack = 64

/** Tells the section on top, just below the bar; the last one at the end of the page. */
export function SectionFollower({ bar, onSection }: SectionFollowerProps) {
  useEffect(() => {
    const sections = [...document.querySelectorAll('#qc, #shipping, #reviews')]
    const isReached = (section: Element, distance: number) => {
      const { bottom = 0 } = bar.current?.getBoundingClientRect() ?? {}
      return section.getBoundingClientRect().top < Math.max(bottom, 0) + distance
    }
    function follow() {
      const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2
      onSection(sections.findLast((section) => isAtEnd || isReached(section, slack))?.id ?? 'qc')
    }
    /** A jump down sends the header's second row away, which is to be known before the browser measures. */
    function prepare({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest('a')
      const section = sections.find(({ id }) => link && link.getAttribute('href') === `#${id}`)
      if (section) document.querySelector('.header')?.toggleAttribute('data-away', !isReached(section, -1))
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
