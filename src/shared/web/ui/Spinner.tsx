import './Spinner.css'

/** Work that goes on; the words beside it say which. */
export function Spinner() {
  return <span className="spin" aria-hidden />
}
