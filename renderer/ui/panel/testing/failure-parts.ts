// a window fetches the words of a failure when there is one; fake time does not wait for a file
import '../panel-failure.tsx';
