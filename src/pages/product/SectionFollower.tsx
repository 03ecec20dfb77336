import { type RefObject, useEffect } from 'react'

type SectionFollowerProps = { bar: RefObject<HTMLElement | null>; onSection: (id: string) => void }

/** The distance below the bar at which a section counts as reached. */
const reachedDistancePx = 64
/** The height of the header's second row on phones, and the part of the space above a heading that is skipped on wide pages. */
const [secondRowPx, skippedSpacePx] = [56, 32]

/** Reports the section just below the bar; at the end of the page, the last section. */
export function SectionFollower({ bar, onSection }: SectionFollowerProps) {
  useEffect(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('#qc, #shipping, #reviews')]
    const isReached = (section: Element, distancePx: number) => {
      const { bottom = 0 } = bar.current?.getBoundingClientRect() ?? {}
      return section.getBoundingClientRect().top < Math.max(bottom, 0) + distancePx
    }
    function reportSection() {
      const isAtEnd = scrollY > 0 && scrollY + innerHeight > document.documentElement.scrollHeight - 2
      onSection(sections.findLast((section) => isAtEnd || isReached(section, reachedDistancePx))?.id ?? 'qc')
    }
    /** Sets the scroll margin before a jump. A jump down hides the header's second row. */
    function prepareJump({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest('a')
      const section = sections.find(({ id }) => link && link.getAttribute('href') === `#${id}`)
      if (!section) return
      const isDown = !isReached(section, -1)
      document.querySelector('.header')?.toggleAttribute('data-away', isDown)
      const isWide = matchMedia('(min-width: 900px)').matches
      section.style.scrollMarginTop = `${isWide ? -skippedSpacePx : isDown ? -secondRowPx : 0}px`
    }
    addEventListener('scroll', reportSection, { passive: true })
    addEventListener('click', prepareJump)
    reportSection()
    return () => {
      removeEventListener('scroll', reportSection)
      removeEventListener('click', prepareJump)
    }
  }, [bar, onSection])
  return null
}
