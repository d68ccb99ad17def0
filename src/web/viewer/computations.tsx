import { Fragment } from 'react';
import { computations } from '../../pictures/index-computations.ts';

export const Computations = () => (
  <dl>
    {computations.map(([name, computation]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{computation}</dd>
      </Fragment>
    ))}
  </dl>
);
