import './choices.css';

interface ChoicesProps<Value> {
  legend: string;
  name: string;
  choices: { value: Value; words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export const Choices = <Value,>({ legend, name, choices, value, onChange }: ChoicesProps<Value>) => (
  <fieldset className="field">
    <legend className="field-label choices-legend">{legend}</legend>
    <div className="choices">
      {choices.map((choice) => (
        <label key={choice.words} className="choice">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          {choice.words}
        </label>
      ))}
    </div>
  </fieldset>
);
