import { Link2, Search } from 'lucide-react'
import { useId } from 'react'
import { LinkFormButton } from './LinkFormButton.tsx'
import { LinkFormNotice } from './LinkFormNotice.tsx'
import { LinkInput } from './LinkInput.tsx'
import { useLinkForm } from './use-link-form.ts'
import './UrlSearchBox.css'

/** The header's product-URL search box (§2): Enter or the button opens the item, and the box clears once the item is there. */
export function UrlSearchBox({ hidden }: { hidden: boolean }) {
  const id = useId()
  const { state, formProps } = useLinkForm()
  return (
    <search className="url-box" hidden={hidden}>
      <form className="url-box__form" {...formProps}>
        <Link2 className="icon" aria-hidden />
        <label className="visually-hidden" htmlFor={id}>
          Product link
        </label>
        <LinkInput id={id} data-link-box />
        <kbd aria-hidden>/</kbd>
        <LinkFormButton
          state={state}
          className="btn btn--quiet btn--icon"
          icon={<Search className="icon" aria-hidden />}
        />
        <LinkFormNotice state={state} />
      </form>
    </search>
  )
}
