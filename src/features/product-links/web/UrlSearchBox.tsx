import { Link2, Search } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#shared/paths.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { LinkFormButton } from './LinkFormButton.tsx'
import { LinkInput } from './LinkInput.tsx'
import { useLinkForm } from './use-link-form.ts'
import './UrlSearchBox.css'

/** The header's product URL search box (§2). Enter or the button opens the item, and the box is cleared once the page is open. */
export function UrlSearchBox({ hidden }: { hidden: boolean }) {
  const id = useId()
  const { isOpening, handleSubmit } = useLinkForm()
  return (
    <search className="url-box" hidden={hidden}>
      <form className="url-box__form" action={paths.go()} onSubmit={handleSubmit}>
        <Link2 className="icon" aria-hidden />
        <label className="visually-hidden" htmlFor={id}>
          Product link
        </label>
        <LinkInput id={id} data-link-box />
        <kbd aria-hidden>/</kbd>
        <LinkFormButton
          isOpening={isOpening}
          className="btn btn--quiet btn--icon"
          icon={isOpening ? <Spinner /> : <Search className="icon" aria-hidden />}
        />
      </form>
    </search>
  )
}
