/** The message of a field that is wrong; undefined when it is valid. */
export type FieldError = string | undefined
