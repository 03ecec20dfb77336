import { Link2, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { paths } from '#shared/paths.ts'
import type { ParsedLink } from '../contract.ts'
import { setHeroBoxGone } from './hero-box.ts'
import { LinkFormButton } from './LinkFormButton.tsx'
import { LinkInput } from './LinkInput.tsx'
import { useLinkForm } from './use-link-form.ts'
import './HeroLinkForm.css'
import { LinkStatus } from './LinkStatus.tsx'
import { useLinkStatus } from './use-link-status.ts'

type HeroLinkFormProps = {
  /** Renders a pasted item below the box. */
  renderItem: (link: ParsedLink) => ReactNode
}

/** Home's large link box. It shows the recognized item as soon as a link is pasted. */
export function HeroLinkForm({ renderItem }: HeroLinkFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { link, clear, handleInput } = useLinkStatus()
  const { isOpening, handleSubmit } = useLinkForm({ onOpened: clear })
  useEffect(() => (form.current ? observeVisibility(form.current) : undefined), [])

  function handleReset() {
    clear()
    form.current?.querySelector('input')?.focus()
  }

  return (
    <search>
      <form
        ref={form}
        className="hero-link-form"
        action={paths.go()}
        onSubmit={handleSubmit}
        onReset={handleReset}
      >
        <div className="hero-link-form__box">
          <div className="hero-link-form__field">
            <Link2 className="icon" aria-hidden />
            <label className="visually-hidden" htmlFor={id}>
              Product link
            </label>
            <LinkInput
              id={id}
              data-link-box
              placeholder="Paste a link"
              aria-describedby={`${id}-status`}
              onInput={handleInput}
            />
            <button className="hero-link-form__clear" type="reset">
              <X className="icon" aria-hidden />
              <span className="visually-hidden">Clear</span>
            </button>
          </div>
          <LinkFormButton isOpening={isOpening} className="primary-button" />
        </div>
        <LinkStatus id={`${id}-status`} link={link} renderItem={renderItem} />
      </form>
    </search>
  )
}

/** Tells the header when this form is scrolled out of view, because the header shows its own box then. */
function observeVisibility(form: HTMLFormElement): () => void {
  const observer = new IntersectionObserver(([entry]) => setHeroBoxGone(entry?.isIntersecting === false), {
    rootMargin: '-64px 0px 0px',
  })
  observer.observe(form)
  return () => {
    observer.disconnect()
    setHeroBoxGone(false)
  }
}
