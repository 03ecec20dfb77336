import './Spinner.css'

/** Shows that work is in progress; the text beside it says what is being done. */
export function Spinner() {
  return <span className="spinner" aria-hidden />
}
