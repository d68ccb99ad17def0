/** By the code of the postal service. */
const codes: Record<string, string> = Object.fromEntries(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

/** The whole country, in place of a state. */
export const unitedStates = 'United States';
const wholeCountry = ['us', 'usa', 'u.s.', 'united states', 'nation', 'national', 'total'];

/** By name or code, in any capitals; undefined if it is no state of this list. */
export function findState(text: string, states: readonly string[]): string | undefined {
  const word = text.trim();
  if (wholeCountry.includes(word.toLowerCase())) return unitedStates;
  const name = codes[word.toUpperCase()] ?? word;
  return states.find((each) => each.toLowerCase() === name.toLowerCase());
}
