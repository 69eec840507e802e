/** A field of an object, in words. A label that begins with the field's name needs no second one. Pure. */
export const fieldOfObject = (field: string, label: string): string =>
  label.includes(`${field} of `) ? label : `${field} of ${label}`;
