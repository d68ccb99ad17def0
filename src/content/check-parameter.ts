import { choicesOf, maxChoices, type Parameter, type ParameterValue, valueSchemaOf } from './parameters.ts';

/** Checks that the fields of an input parameter agree with each other. */
export function checkParameter(
  parameter: Parameter,
  complain: (field: (keyof Parameter)[], message: string) => void,
): void {
  const { type, minimum, maximum } = parameter;
  const isNumeric = type === 'integer' || type === 'number';
  const isLimited = parameter.enum !== undefined || minimum !== undefined;
  if (isNumeric && !isLimited) complain(['type'], `${type} needs an enum or a minimum`);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    complain(['maximum'], 'is smaller than the minimum');
    return;
  }
  // Strings with an enum and a range are offered as a list of all their values.
  if (type === 'string' && parameter.enum && (maximum ?? 0) - (minimum ?? 0) > maxChoices) {
    complain(['maximum'], `may be at most ${maxChoices} above the minimum beside an enum of strings`);
    return;
  }
  const wrong = parameter.enum?.find((each) => !isOfType(each, parameter));
  if (wrong !== undefined) complain(['enum'], `${JSON.stringify(wrong)} is not of type ${type}`);
  for (const field of ['default', 'example'] as const) {
    const given = parameter[field];
    const problem = given === undefined ? undefined : valueProblem(given, parameter);
    if (problem) complain([field], problem);
  }
}

/** Why a value of the content cannot be a value of the parameter. */
export function valueProblem(given: ParameterValue, parameter: Parameter): string | undefined {
  if (!isOfType(given, parameter)) return `${JSON.stringify(given)} is not of type ${parameter.type}`;
  return isAllowed(given, parameter)
    ? undefined
    : `${JSON.stringify(given)} is not one of the values allowed`;
}

export function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

function isOfType(given: ParameterValue, { type }: Parameter): boolean {
  return type === 'integer' ? Number.isInteger(given) : typeof given === type;
}

function isAllowed(given: ParameterValue, parameter: Parameter): boolean {
  const { minimum, maximum, enum_by_path, format } = parameter;
  if (enum_by_path) return Object.values(enum_by_path).flat().includes(String(given));
  const choices = choicesOf(parameter, '');
  if (choices) return choices.includes(given);
  if (typeof given === 'number')
    return given >= (minimum ?? Number.NEGATIVE_INFINITY) && given <= (maximum ?? Number.POSITIVE_INFINITY);
  const pattern = parameter.pattern ?? valueSchemaOf(format)?.pattern;
  return pattern === undefined || !isPattern(pattern) || new RegExp(pattern).test(String(given));
}
